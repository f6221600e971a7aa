// node asyncapi.mjs FILE: fails where the file is no valid AsyncAPI document. Run where @asyncapi/parser is installed.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const { Parser, fromFile } = createRequire(resolve('here.js'))('@asyncapi/parser');
const { document, diagnostics } = await fromFile(new Parser(), process.argv[2]).parse();
const errors = diagnostics.filter(({ severity }) => severity === 0);
errors.forEach(({ path, message }) => console.error(`${path.join('.')}: ${message}`));
if (!document || errors.length > 0) process.exit(1);
console.log(`${process.argv[2]}: valid, ${document.operations().length} operations`);
