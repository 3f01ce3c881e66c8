import { apiOrigin } from '@playhead/web-kit/calls/call.ts'

/** The host of the API serves pictures, streams and files at its root. ASST-014 */
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

/** Absolute, for use on other pages. */
export const publicAddress = (path: string) => `${globalThis.location.origin}/${path}`
