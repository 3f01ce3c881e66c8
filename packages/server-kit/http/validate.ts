import { z as classic } from 'zod'
import { z } from 'zod/mini'
import type { AnySchema, Endpoint } from '@playhead/contract-kit/endpoint.ts'
import {
  ApiError,
  type FieldErrors,
  invalidField,
  notFound,
} from '@playhead/contract-kit/errors.ts'
import { readQuery } from '@playhead/contract-kit/query-string.ts'
import { nothing } from '@playhead/contract-kit/define.ts'
import { isStorable } from './storable-text.ts'

classic.config(classic.locales.en())
const defaultMessage = classic.locales.en().localeError

type Issue = z.core.$ZodIssue

/** Our own messages are shown unchanged; a message of the library needs the field name before it. */
const sentence = (issue: Issue, path: string) => {
  const standard = defaultMessage({ ...issue, input: issue.input } as never)
  const text = typeof standard === 'string' ? standard : standard?.message
  const isOwn = text !== issue.message && !/^(Invalid|Too|Unrecognized)/.test(issue.message)
  return isOwn || path === '' || issue.message === 'Invalid email'
    ? issue.message
    : `${path}: ${issue.message}`
}

const refusal = (issues: readonly Issue[]) => {
  // Field names come from the caller, and an ordinary object already has `constructor`.
  const fields = Object.create(null) as FieldErrors
  const messages: string[] = []
  for (const issue of issues) {
    const path = issue.path.map(String).join('.')
    const text = sentence(issue, path)
    messages.push(text)
    const name = issue.path.filter((part) => typeof part === 'string').at(-1) ?? 'body'
    ;(fields[name] ??= []).push(text)
  }
  return new ApiError('invalid_parameters', { messages: [...new Set(messages)], fields })
}

const depthMax = 64

/** Postgres cannot store NUL, a lone surrogate is not text, and unlimited depth would overflow the stack. */
const refuseUnstorable = (value: unknown, path: readonly string[] = []) => {
  if (typeof value === 'string' && !isStorable(value))
    throw unstorable(path, 'contains characters that are not text')
  if (typeof value !== 'object' || value === null) return
  if (path.length > depthMax) throw unstorable(path.slice(0, 1), 'is nested too deeply')
  for (const [name, item] of Object.entries(value)) {
    if (!isStorable(name)) throw unstorable(path, 'has a name that is not text')
    refuseUnstorable(item, [...path, name])
  }
}

const unstorable = (path: readonly string[], problem: string) =>
  invalidField(
    // An item of a list is reported under the name of the list.
    path.filter((part) => !/^\d+$/.test(part)).at(-1) ?? 'body',
    `${path.join('.') || 'body'}: ${problem}`,
  )

/** Throws what a caller reads. */
export const validValue = <S extends AnySchema>(schema: S, value: unknown): z.output<S> => {
  refuseUnstorable(value)
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw refusal(parsed.error.issues)
  return parsed.data
}

export const validParams = (endpoint: Endpoint, params: Record<string, string>): unknown => {
  if (endpoint.params === nothing) return undefined
  refuseUnstorable(params)
  const parsed = z.safeParse(endpoint.params, params)
  if (!parsed.success) throw notFound('object')
  return parsed.data
}

export const validQuery = (endpoint: Endpoint, search: URLSearchParams): unknown =>
  endpoint.query === nothing
    ? undefined
    : validValue(endpoint.query, readQuery(endpoint.query, search))

/** `{}` and an empty body are equal where all fields are optional. */
export const validBody = (endpoint: Endpoint, text: string): unknown => {
  if (endpoint.body === nothing) return undefined
  let value: unknown
  try {
    value = text === '' ? {} : JSON.parse(text)
  } catch {
    throw invalidField('body', 'The body is not valid JSON.')
  }
  return validValue(endpoint.body, value)
}

/** The response passes its schema too: an undeclared column never leaves the server. */
export const validResponse = (endpoint: Endpoint, answer: unknown): unknown => {
  const parsed = z.safeParse(endpoint.returns, answer)
  if (!parsed.success)
    throw new ApiError('internal', {
      cause: new Error(
        `${endpoint.method} ${endpoint.path} answered against its contract: ${z.prettifyError(parsed.error)}`,
      ),
    })
  return parsed.data
}
