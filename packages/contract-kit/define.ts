import { z } from 'zod/mini'
import type { Access, AnySchema, Endpoint, Endpoints, Method } from './endpoint.ts'

/** The schema of "nothing here": no parameters, no query, no body, or an empty answer (204). */
export const nothing = z.undefined()
type Nothing = typeof nothing

interface Definition<
  P extends AnySchema,
  Q extends AnySchema,
  B extends AnySchema,
  R extends AnySchema,
  A extends Access,
> {
  access: A
  summary: string
  params?: P
  query?: Q
  body?: B
  returns: R
  status?: 200 | 201
  /** A question that needs a body, and changes nothing. */
  asks?: boolean
  /** Part of paying what is owed, which is also allowed in a cancelled organization, and in read-only mode. */
  pays?: boolean
  /** The response is a file of this media type: the handler returns its bytes, and `returns` is ignored. */
  file?: string
  /** Clients that accept text/csv get the rows as a CSV file with this name. */
  csv?: string
}

const define =
  (method: Method) =>
  <
    A extends Access,
    R extends AnySchema,
    P extends AnySchema = Nothing,
    Q extends AnySchema = Nothing,
    B extends AnySchema = Nothing,
  >(
    path: string,
    definition: Definition<P, Q, B, R, A>,
  ): Endpoint<P, Q, B, R, A> => {
    const returns = definition.returns as AnySchema
    return {
      method,
      path,
      access: definition.access,
      summary: definition.summary,
      params: (definition.params ?? nothing) as P,
      query: (definition.query ?? nothing) as Q,
      body: (definition.body ?? nothing) as B,
      returns: definition.returns,
      status: returns === nothing ? 204 : (definition.status ?? 200),
      asks: definition.asks ?? false,
      pays: definition.pays ?? false,
      csv: definition.csv,
      file: definition.file,
    }
  }

export const get = define('GET')
export const post = define('POST')
export const put = define('PUT')
export const patch = define('PATCH')
export const del = define('DELETE')

export const endpoints = <E extends Endpoints>(group: E): E => group
