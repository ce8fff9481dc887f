import { html, Markup } from "./markup.ts";
import { PAGE_SCRIPT } from "./script.ts";
import { styleSheet } from "./style.ts";

/** A whole page around a body; style and script are inside it, so that one file is all there is. */
export function page(title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(styleSheet())}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
${body}
<script>${new Markup(PAGE_SCRIPT)}</script>
</body>
</html>
`.text;
}
