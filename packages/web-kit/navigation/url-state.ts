export type Search = Record<string, string | string[]>

/** Readable in the address bar: `timeframe[]=24:hours&filters[]=!country:US`. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/%(3A|2C|2F|40|24|20)/g, (code) =>
    code === '%20' ? '+' : decodeURIComponent(code),
  )

/** A name with brackets is a list, even with one entry; of any other repeated name the last value counts. */
export const parseSearch = (text: string): Search => {
  const search: Search = {}
  for (const [key, value] of new URLSearchParams(text)) {
    if (!key.endsWith('[]')) search[key] = value
    else {
      const name = key.slice(0, -2)
      const before = search[name]
      search[name] = Array.isArray(before) ? [...before, value] : [value]
    }
  }
  return search
}

type SearchValue = string | number | boolean | null | undefined

export const stringifySearch = (
  search: Record<string, SearchValue | readonly SearchValue[]>,
): string => {
  const parts: string[] = []
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null) continue
    if (typeof value === 'object')
      for (const item of value) parts.push(`${encode(name)}[]=${encode(String(item))}`)
    else parts.push(`${encode(name)}=${encode(String(value))}`)
  }
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
