/** By address. What failed is not among them, so that it is asked for again. */
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
    // A preload would be kept when it fails, just as an import.
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

/** What came with the page. */
const startParts = () => [
  ...addressesOf('script[src]', 'src'),
  ...addressesOf('link[href]', 'href'),
]

/**
 * Takes the place of Vite's own loader of parts. Browsers keep a failed import for as long as the page is
 * open, so all that a part is made of is fetched first, and imported once it is there. docs/adr/0043
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
