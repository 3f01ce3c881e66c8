import { accessInWords, type DescribedEndpoint } from '@playhead/contract-kit/open-api.ts'
import { nothing } from '@playhead/contract-kit/define.ts'
import type { AnySchema } from '@playhead/contract-kit/endpoint.ts'
import { errorCatalogue } from '@playhead/contract-kit/errors.ts'
import { z } from 'zod'
import { type Html, html } from './html.ts'

interface JsonSchema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  required?: string[]
  default?: unknown
  maxLength?: number
  maximum?: number
}

const jsonSchema = (schema: AnySchema, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema

const typeInWords = (schema: JsonSchema): string => {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeInWords))].join(' or ')
  if (schema.type === 'array') return `list of ${typeInWords(schema.items ?? {})}`
  if (schema.type === 'object' && !schema.properties) return 'object by name'
  return schema.format ?? String(schema.type ?? 'any value')
}

const notes = (schema: JsonSchema, isRequired: boolean) =>
  [
    !isRequired && 'optional',
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.maximum !== undefined &&
      schema.maximum < Number.MAX_SAFE_INTEGER &&
      `at most ${schema.maximum}`,
  ]
    .filter(Boolean)
    .join(', ')

const nestedOf = (schema: JsonSchema): JsonSchema | undefined => {
  if (schema.properties) return schema
  if (schema.items) return nestedOf(schema.items)
  return schema.anyOf?.map(nestedOf).find(Boolean)
}

const fieldRows = (schema: JsonSchema, prefix = ''): Html[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isRequired = schema.required?.includes(name) ?? false
    const nested = nestedOf(field)
    return [
      html`<tr>
        <th scope="row"><code>${prefix}${name}</code></th>
        <td>${typeInWords(field)}</td>
        <td>${notes(field, isRequired)}</td>
      </tr>`,
      ...(nested ? fieldRows(nested, `${prefix}${name}.`) : []),
    ]
  })

const fields = (title: string, schema: AnySchema, io: 'input' | 'output') => {
  if (schema === nothing) return undefined
  return html`<h4>${title}</h4>
    <div class="scroll" tabindex="0" role="group" aria-label="${title}">
      <table>
        <tbody>
          ${fieldRows(jsonSchema(schema, io))}
        </tbody>
      </table>
    </div>`
}

const section = ({ id, endpoint }: DescribedEndpoint) => html`
  <section class="endpoint" id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title">
      <span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span>
      <code>${endpoint.path}</code>
    </h3>
    <p>${endpoint.summary}.</p>
    <p class="access">${accessInWords(endpoint.access)}</p>
    ${fields('Path', endpoint.params, 'input')} ${fields('Query', endpoint.query, 'input')}
    ${fields('Body', endpoint.body, 'input')}
    ${fields(`Answer (${endpoint.status})`, endpoint.returns, 'output')}
    ${
      endpoint.status === 204 &&
      html`<h4>Answer (204)</h4>
        <p>No body.</p>`
    }
  </section>
`

const errors = html`<section id="errors" aria-labelledby="errors-title">
  <h2 id="errors-title">Errors</h2>
  <p>
    Every error has the same shape, and the header <code>X-Request-Id</code> identifies it in the
    server's log:
  </p>
  <pre
    tabindex="0"
  ><code>{"error": {"type": "not_found", "messages": ["There is no such environment."]}}</code></pre>
  <div class="scroll" tabindex="0" role="group" aria-label="Error types">
    <table>
      <thead>
        <tr>
          <th>Status</th>
          <th>Type</th>
          <th>Message</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(errorCatalogue).map(
          ([code, { status, message }]) =>
            html`<tr>
              <td>${status}</td>
              <td><code>${code}</code></td>
              <td>${message}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
</section>`

export const apiReference = (described: readonly DescribedEndpoint[]) => {
  const tags = [...new Set(described.map(({ tag }) => tag))]
  return {
    navigation: tags.map((tag) => ({
      title: tag,
      links: described
        .filter((one) => one.tag === tag)
        .map(({ id, endpoint }) => ({
          href: `#${id}`,
          title: `${endpoint.method} ${endpoint.path}`,
        })),
    })),
    main: html`
      <h1>API reference</h1>
      <p class="lead">
        Generated from the contracts against which the server checks every call. The
        machine-readable form is <a href="/openapi.json">openapi.json</a>.
      </p>
      <p>
        Programs send an access token as Basic authentication: its id is the user name, its secret
        the password. A token belongs to one environment and carries permissions. Lists are paged
        with
        <code>page</code> and <code>limit</code>; a page past the end is an empty list.
      </p>
      ${errors}
      ${tags.map(
        (tag) =>
          html`<h2>${tag}</h2>
            ${described.filter((one) => one.tag === tag).map(section)}`,
      )}
    `,
  }
}
