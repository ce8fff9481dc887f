// The looks of a page: system fonts, two colour schemes, paper. A TypeScript string, so that the compiled program needs
// no file beside it.
import { DARK, SERIES, variableOf } from "../charts/palette.ts";

/** The style sheet of a page. */
export function styleSheet(): string {
  const light = [...PAGE_LIGHT, ...[...DARK.keys()].map((colour) => `${variableOf(colour)}:${colour}`)].join(";");
  const dark = [...PAGE_DARK, ...[...DARK].map(([colour, counterpart]) => `${variableOf(colour)}:${counterpart}`)].join(
    ";",
  );
  return `:root{color-scheme:light;${light}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${dark}}}
:root[data-theme=dark]{color-scheme:dark;${dark}}
${RULES}
@media print{:root,:root[data-theme=dark],:root:not([data-theme=light]){color-scheme:light;${light}}${PRINT}}
`;
}

const PAGE_LIGHT = [
  "--paper:#ffffff",
  "--sunk:#f5f6f9",
  "--line:#dce0e7",
  "--ink:#1b2230",
  "--quiet:#566074",
  "--link:#1558a0",
  "--warn-bg:#fff4e0",
  "--warn:#7a4300",
  "--row:#eef4fb",
];
const PAGE_DARK = [
  "--paper:#12161d",
  "--sunk:#191f29",
  "--line:#303947",
  "--ink:#e7eaf0",
  "--quiet:#a9b3c3",
  "--link:#86bdf5",
  "--warn-bg:#35290f",
  "--warn:#f3c67a",
  "--row:#1b2735",
];

const RULES = `*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
header,main,footer{max-width:1400px;margin:0 auto;padding:0 1.5rem}
header{padding-top:2rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem;letter-spacing:-.01em}
h2{font-size:1.3rem;line-height:1.25;margin:2.75rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--line)}
main>section:first-of-type h2:first-child{margin-top:1rem;border-top:0}
h3{font-size:1rem;line-height:1.35;margin:0 0 .4rem}
h4{font-size:.95rem;margin:0 0 .3rem}
p{margin:.4rem 0;max-width:76ch}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
.lead{color:var(--quiet);font-size:1.05rem;margin:0 0 1rem}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem;z-index:9}
.quiet{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
nav ul{display:flex;flex-wrap:wrap;gap:.35rem 1.1rem;list-style:none;margin:1rem 0 0;padding:.6rem 0;border-block:1px solid var(--line)}
nav li:last-child{margin-left:auto}
dl.facts{display:flex;flex-wrap:wrap;gap:.75rem 2rem;margin:1rem 0}dl.facts div{max-width:26rem}
dt{font-size:.78rem;color:var(--quiet)}
dd{margin:0;font-size:.92rem;overflow-wrap:anywhere}
code{font:.88em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.note,figcaption,footer{color:var(--quiet);font-size:.85rem}
ul.note{padding-left:1.1rem;max-width:100ch}
.warning{background:var(--warn-bg);color:var(--warn);padding:.6rem .9rem;border-radius:6px;margin:.75rem 0;max-width:100ch}
.bar{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:end;margin:1rem 0 .5rem}
.bar label{display:grid;gap:.15rem;font-size:.8rem;color:var(--quiet)}
.bar label.check{display:flex;align-items:center;gap:.4rem;padding-bottom:.45rem;font-size:.9rem;color:var(--ink)}
input[type=search],select{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--quiet);border-radius:6px;padding:.35rem .55rem;min-height:2.2rem;max-width:100%}
button{font:inherit;color:inherit;background:none;border:1px solid var(--line);border-radius:6px;padding:.2rem .6rem;cursor:pointer}
.count{font-size:.85rem;color:var(--quiet);padding-bottom:.45rem}
.scroll{overflow-x:auto;max-width:100%}
table{border-collapse:separate;border-spacing:0;font-variant-numeric:tabular-nums;font-size:.88rem}
th,td{text-align:right;padding:.35rem .6rem;border-bottom:1px solid var(--line);white-space:nowrap;vertical-align:top;font-weight:400}
thead th{vertical-align:bottom;color:var(--quiet);font-weight:600}
tbody th,thead th:first-child{text-align:left}
.scroll table:not(.board) th:first-child{position:sticky;left:0;background:var(--paper);white-space:normal;min-width:8rem;max-width:22rem}
details table{font-size:.8rem}
small{display:block;color:var(--quiet);font-size:.86em;line-height:1.3}
table.board{width:100%}
.board thead th button{border:0;padding:.1rem 0;font-weight:600;color:inherit;white-space:nowrap}
.board thead th button::after{content:"";display:inline-block;width:.8em;text-align:right}
.board th[aria-sort=ascending] button::after{content:"▴"}
.board th[aria-sort=descending] button::after{content:"▾"}
.board thead th:nth-child(2),.board tbody th{text-align:left;position:sticky;left:0;background:var(--paper);z-index:1;white-space:normal;min-width:12rem;max-width:18rem}
.board td:first-child,.board thead th:first-child{text-align:center;width:3.2rem;padding-inline:.3rem}
.board tbody th a{font-weight:600;text-decoration:none;color:var(--ink)}
.board tbody th a:hover{text-decoration:underline}
.board tr.new-group>*{border-top:2px solid var(--quiet)}
.board.resorted tr.new-group>*{border-top:0}
.board tbody tr:hover>*{background:var(--row)}
.board tr.anchor th a{font-weight:400;font-style:italic}
.board td:nth-child(3){min-width:6.5rem}
.short{color:var(--warn);font-weight:600}
.ci{position:relative;display:block;height:6px;margin-top:3px;background:linear-gradient(var(--line),var(--line)) 0 50%/100% 1px no-repeat}
.ci::before{content:"";position:absolute;left:var(--lo);right:calc(100% - var(--hi));top:2px;height:2px;background:var(${variableOf(SERIES[0])})}
.ci::after{content:"";position:absolute;left:calc(var(--v) - 3px);top:0;width:6px;height:6px;border-radius:50%;background:var(${variableOf(SERIES[0])})}
abbr{text-decoration:none;cursor:help}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,342px),1fr));gap:1.5rem 1.75rem;margin-top:1rem;align-items:start}
figure{margin:0;min-width:0}
.picture svg{display:block;max-width:100%;height:auto}
figcaption{margin:.35rem 0 .2rem}
details{font-size:.85rem}
summary{cursor:pointer;color:var(--link);width:max-content;max-width:100%}
details .scroll{max-height:22rem;overflow:auto;margin:.35rem 0;border:1px solid var(--line);border-radius:6px}
.keys{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin:.6rem 0;font-size:.85rem;color:var(--quiet);list-style:none;padding:0}
.keys i{display:inline-block;width:1.5em;height:.7em;margin-right:.4em;border-radius:2px;vertical-align:baseline}
[hidden]{display:none!important}
footer{margin-top:3rem;padding-block:1rem 3rem;border-top:1px solid var(--line)}
@media (max-width:640px){header,main,footer{padding-inline:1rem}header{padding-top:1.25rem}h1{font-size:1.4rem}
.board thead th:nth-child(2),.board tbody th{min-width:8.5rem;max-width:9.2rem}.scroll table:not(.board) th:first-child{max-width:9.5rem}th,td{padding:.35rem .45rem}
.bar label:not(.check){flex:1 1 100%}nav ul{gap:.35rem .9rem}}`;

const PRINT = `body{font-size:10pt}header,main,footer{max-width:none;padding:0}nav,.bar,.skip,details,nav button{display:none}
h2{break-after:avoid}figure,tr{break-inside:avoid}.scroll{overflow:visible}.board{font-size:7.5pt}th,td{padding:.15rem .25rem}
.board thead th:nth-child(2),.board tbody th{position:static;max-width:9rem}.grid{grid-template-columns:repeat(2,1fr)}a{color:inherit;text-decoration:none}
@page{size:A4 landscape;margin:12mm}`;
