import { z } from 'zod'
import { nothing } from './define.ts'
import type { Access, AnySchema, Endpoint } from './endpoint.ts'
import { errorCatalogue } from './errors.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of every endpoint, derived only from the contracts. */
const schemaOf = (schema: AnySchema, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

const objectProperties = (schema: AnySchema) => {
  if (schema === nothing) return []
  const json = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    property,
    isRequired: json.required?.includes(name) ?? false,
  }))
}

const queryParameters = (schema: AnySchema) =>
  objectProperties(schema).map(({ name, property, isRequired }) => ({
    name: property.type === 'array' ? `${name}[]` : name,
    in: 'query',
    required: isRequired,
    schema: property,
  }))

const header = (name: string, isRequired: boolean, description: string) => ({
  name,
  in: 'header',
  required: isRequired,
  description,
  schema: { type: 'string', format: 'uuid' },
})

const organizationHeader = header('X-Organization-Id', true, 'The organization the call works in.')

const headersOf = (access: Access) => {
  if (access.kind === 'organization') return [organizationHeader]
  if (access.kind === 'environment')
    return [
      header('X-Environment-Id', false, 'With a session: the environment. A token has its own.'),
    ]
  return []
}

const session = { session: [] }
const token = { accessToken: [] }

const securityOf = (access: Access): Json[] => {
  if (access.kind === 'anyone') return []
  if (access.kind === 'token') return [token]
  return access.kind === 'environment' ? [token, session] : [session]
}

/** The access of an endpoint, as text for people. */
export const accessInWords = (access: Access) => {
  switch (access.kind) {
    case 'anyone':
      return `Open to everyone. ${access.why}`
    case 'user':
      return 'Anyone who is signed in.'
    case 'organization':
      return access.admin ? 'Admins of the organization.' : 'Members of the organization.'
    case 'environment':
      return `Access tokens with ${access.scope === 'any' ? 'any permission' : access.scope}; ${access.admin ? 'admins' : 'members who may open the environment'}.`
    case 'token':
      return 'Any valid access token.'
    case 'staff':
      return 'Staff of the operator.'
  }
}

const refusalsOf = (endpoint: Endpoint) => {
  const statuses = new Set<number>([429, 500, 503, 504])
  if (endpoint.query !== nothing || endpoint.body !== nothing) statuses.add(400)
  if (endpoint.access.kind !== 'anyone') statuses.add(401)
  if (['organization', 'environment', 'staff'].includes(endpoint.access.kind)) statuses.add(403)
  if (endpoint.params !== nothing) statuses.add(404)
  if (endpoint.path.startsWith('/data/v1')) statuses.add(422)
  return [...statuses].toSorted((one, other) => one - other)
}

const content = (schema: Json) => ({ 'application/json': { schema } })

const answerContent = (endpoint: Endpoint): Json =>
  endpoint.file === undefined
    ? jsonContent(endpoint)
    : { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } }

const jsonContent = (endpoint: Endpoint): Json => ({
  ...content(schemaOf(endpoint.returns, 'output')),
  ...(endpoint.csv && { 'text/csv': { schema: { type: 'string' } } }),
})

const operationOf = (endpoint: Endpoint, id: string, tag: string): Json => ({
  operationId: id,
  tags: [tag],
  summary: endpoint.summary,
  description: accessInWords(endpoint.access),
  security: securityOf(endpoint.access),
  parameters: [
    ...headersOf(endpoint.access),
    ...objectProperties(endpoint.params).map(({ name, property }) => ({
      name,
      in: 'path',
      required: true,
      schema: property,
    })),
    ...queryParameters(endpoint.query),
  ],
  ...(endpoint.body !== nothing && {
    requestBody: { required: true, content: content(schemaOf(endpoint.body, 'input')) },
  }),
  responses: {
    [endpoint.status]: {
      description: endpoint.status === 204 ? 'Done; no body.' : 'Done.',
      ...(endpoint.status !== 204 && { content: answerContent(endpoint) }),
    },
    ...Object.fromEntries(
      refusalsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
    ),
  },
})

const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'messages'],
      properties: {
        type: { type: 'string', enum: Object.keys(errorCatalogue) },
        messages: { type: 'array', items: { type: 'string' } },
        fields: {
          type: 'object',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        name: { type: 'string' },
      },
    },
  },
}

const errorResponses = () => {
  const catalogue = Object.entries(errorCatalogue)
  const statuses = [...new Set(catalogue.map(([, { status }]) => status))]
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: catalogue
          .filter(([, entry]) => entry.status === status)
          .map(([code, { message }]) => `\`${code}\`: ${message}`)
          .join('\n\n'),
        headers: {
          'X-Request-Id': {
            schema: { type: 'string' },
            description: 'Finds the request in the log.',
          },
        },
        content: content({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  )
}

export interface DescribedEndpoint {
  /** Feature and endpoint name: `environments.list`. */
  id: string
  tag: string
  endpoint: Endpoint
}

export const openApiDocument = (described: readonly DescribedEndpoint[], version: string): Json => {
  const paths: Record<string, Json> = {}
  for (const { id, tag, endpoint } of described) {
    const path = endpoint.path.replaceAll(/:([a-z_]+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, id, tag),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Playhead', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: [...new Set(described.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'basic', description: 'Token id and secret.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'playhead_session',
          description: 'Over https its name is __Host-playhead_session.',
        },
      },
      schemas: { Error: errorSchema },
      responses: errorResponses(),
    },
  }
}
