/** By URL. Failed ones are removed, so that they are fetched again. */
const fetched = new Map<string, Promise<void>>()

const addStyles = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`Unable to preload CSS for ${address}`))
    })
    document.head.append(link)
  })

const fetchPart = async (address: string) => {
  const isStyles = address.endsWith('.css')
  try {
    // Browsers cache a failed preload as they do a failed import.
    const answer = await fetch(address, { priority: 'high' })
    if (!answer.ok) throw new Error(`It was answered ${answer.status}.`)
    await answer.arrayBuffer()
    if (isStyles) await addStyles(address)
  } catch (cause) {
    fetched.delete(address)
    const what = isStyles
      ? 'Unable to preload CSS for'
      : 'Failed to fetch dynamically imported module'
    throw new Error(`${what}: ${address}`, { cause })
  }
}

const addressesOf = (selector: string, name: string) =>
  Array.from(document.querySelectorAll(selector), (element) => element.getAttribute(name) ?? '')

/** The files that were loaded with the page. */
const startParts = () => [
  ...addressesOf('script[src]', 'src'),
  ...addressesOf('link[href]', 'href'),
]

/**
 * Replaces Vite's loader of chunks. Browsers cache a failed import for as long as the page is open, so
 * all files of a chunk are fetched first and imported afterwards. docs/adr/0043
 */
export const fetchParts = async <M>(load: () => Promise<M>, parts: string[] = []): Promise<M> => {
  if (fetched.size === 0)
    for (const address of startParts()) fetched.set(address, Promise.resolve())
  await Promise.all(
    parts.map((part) => {
      const address = `/${part}`
      const known = fetched.get(address)
      if (known) return known
      const coming = fetchPart(address)
      fetched.set(address, coming)
      return coming
    }),
  )
  return load()
}
