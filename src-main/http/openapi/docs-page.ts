import { type Html, html } from '../public/html.ts';
import { page } from '../public/page.ts';
import { pageMessages } from '../public/page-messages.ts';
import type { OpenapiDocument } from './document.ts';
import type { Content, Operation, Parameter, Response } from './operation.ts';
import type { JsonSchema } from './schemas.ts';

/** The description as a page that needs no script. */
export function docsPage(document: OpenapiDocument): string {
  const { info, tags, components } = document;
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => html`<details id="${name}"><summary>${name}</summary>${schemaBlock(schema)}</details>
`,
  );
  const title = `${info.title} ${info.version}`;
  return page(pageMessages('en'), {
    title,
    width: 'docs',
    content: html`<h1>${title}</h1>
${info.description.split('\n\n').map((text) => html`<p>${text}</p>`)}
${tags.map(({ name, description }) => section(document, name, description))}
<h2>Shapes</h2>
${schemas}`,
  });
}

function section({ paths }: OpenapiDocument, tag: string, about: string): Html {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      // They answer what GET answers, without the content.
      .filter(([method, { tags }]) => method !== 'head' && tags.includes(tag))
      .map(([method, operation]) => call(`${method.toUpperCase()} ${path}`, operation)),
  );
  return html`<h2>${tag}</h2>
<p>${about}</p>
${calls}`;
}

function call(name: string, operation: Operation): Html {
  const { operationId, summary, description = '', parameters, requestBody, responses } = operation;
  return html`<details id="${operationId}"><summary><code>${name}</code> ${summary}</summary>
<p>${description}</p>
${parameters.length === 0 ? html`` : parameterTable(parameters)}
${requestBody === undefined ? html`` : html`<h3>Body</h3>${contentList(requestBody.content)}`}
<h3>Answers</h3>
<table><tbody>${Object.entries(responses).map(([status, response]) => answerRow(status, response))}</tbody></table>
</details>
`;
}

function parameterTable(parameters: readonly Parameter[]): Html {
  const rows = parameters.map(
    ({ name, in: place, required, schema, description = '' }) =>
      html`<tr><td><code>${name}</code></td><td>${place}${required ? ', required' : ''}</td><td><code>${JSON.stringify(schema)}</code></td><td>${description}</td></tr>
`,
  );
  return html`<h3>Parameters</h3>
<table><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function answerRow(status: string, { description, content = {} }: Response): Html {
  const texts = description.split('\n\n').map((text) => html`<p>${text}</p>`);
  return html`<tr><th scope="row">${status}</th><td>${texts}${contentList(content)}</td></tr>
`;
}

function contentList(content: Content): Html {
  return html`${Object.entries(content).map(
    ([type, { schema }]) => html`<p><code>${type}</code></p>${schemaBlock(schema)}`,
  )}`;
}

function schemaBlock(schema: JsonSchema): Html {
  const name = typeof schema['$ref'] === 'string' ? (schema['$ref'].split('/').at(-1) ?? '') : null;
  if (name !== null) return html`<p><a href="#${name}">${name}</a></p>`;
  return html`<pre>${JSON.stringify(schema, null, 2)}</pre>`;
}
