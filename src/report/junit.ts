// JUnit XML as CI systems read it: one suite of test cases.

/** One test case. */
export interface JUnitCase {
  readonly name: string;
  readonly classname: string;
  readonly status: "passed" | "failure" | "error" | "skipped";
  /** What there is to say of it, whatever its status. */
  readonly message: string;
}

/** The XML of one suite. */
export function junitXml(suite: string, cases: readonly JUnitCase[]): string {
  const count = (status: JUnitCase["status"]) => cases.filter((one) => one.status === status).length;
  const counts =
    `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" ` +
    `skipped="${count("skipped")}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escapeXml(suite)}" ${counts}>`,
    ...cases.map(caseXml),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseXml({ name, classname, status, message }: JUnitCase): string {
  const said = escapeXml(message);
  const body = status === "passed" ? `<system-out>${said}</system-out>` : `<${status} message="${said}"/>`;
  return `    <testcase name="${escapeXml(name)}" classname="${escapeXml(classname)}">${body}</testcase>`;
}

/** Text as XML 1.0 may carry it: what it cannot carry at all is left out. */
function escapeXml(text: string): string {
  return (
    text
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/"/g, "&quot;")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
      .replace(
        /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
        "",
      )
  );
}
