import { aBadRequest } from './stripe-error.ts'

export type Form = { [name: string]: string | Form }

/** `a[b][0]=c` as nested objects, as Stripe reads its forms. */
export const readForm = (text: string): Form => {
  const form: Form = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/[[\]]+/).filter((name) => name !== '')
    let place = form
    for (const name of path.slice(0, -1)) {
      const inner = place[name] ?? {}
      if (typeof inner === 'string') throw aBadRequest(`Invalid hash: ${key}`)
      place[name] = inner
      place = inner
    }
    place[path.at(-1)!] = value
  }
  return form
}

export const readText = (form: Form, name: string): string => {
  const value = form[name]
  if (typeof value === 'string' && value !== '') return value
  throw aBadRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
}

export const readOptional = (form: Form, name: string): string | null => {
  const value = form[name]
  return typeof value === 'string' ? value : null
}

export const readInner = (form: Form, name: string): Form => {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

export const readMetadata = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readInner(form, 'metadata')).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
