import { apiOrigin } from '@playhead/web-kit/call.ts'

/** Pictures, streams and files are at the root of the same host as the API. ASST-014 */
export const mediaAddress = (
  path: string,
  query: Record<string, string | number | undefined> = {},
) => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  return `${apiOrigin.value}/${path}${search.size > 0 ? `?${search}` : ''}`
}

/** As other pages write it. */
export const publicAddress = (path: string) => `${globalThis.location.origin}/${path}`
