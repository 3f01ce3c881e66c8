import type { QueryClient } from '@tanstack/react-query'

const waitMaxMs = 2_000

/**
 * Waits until no other question of the screen is being asked, at most two seconds: a browser has six connections to a server,
 * and what is only an aid must not take the place of what a person asked for.
 */
export const afterOthers = (
  client: QueryClient,
  path: string,
  { signal, maxMs = waitMaxMs }: { signal: AbortSignal; maxMs?: number },
): Promise<void> => {
  const isQuiet = () =>
    client.isFetching({ predicate: ({ queryKey: [asked] }) => asked !== path }) === 0
  return new Promise((resolve) => {
    const end = () => {
      forget()
      clearTimeout(first)
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const forget = client.getQueryCache().subscribe(() => {
      if (isQuiet()) end()
    })
    // Parts of a screen begin to ask one after the other.
    const first = setTimeout(() => {
      if (isQuiet()) end()
    })
    const timer = setTimeout(end, maxMs)
    signal.addEventListener('abort', end)
  })
}
