type Body = Record<string, unknown>

const isRecord = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const bodyOf = (text: string): Body | undefined => {
  try {
    const body = JSON.parse(text) as unknown
    if (!isRecord(body)) return undefined
    return body.meta === undefined || isRecord(body.meta) ? body : undefined
  } catch {
    return undefined
  }
}

/** Undefined when the text is no request that can have a title. */
export const titleOfRequest = (text: string): string | undefined => {
  const body = bodyOf(text)
  if (!body) return undefined
  const title = isRecord(body.meta) ? body.meta.title : undefined
  return typeof title === 'string' ? title : title === undefined ? '' : undefined
}

/** The same request with this title in front, where a reader sees it. */
export const requestWithTitle = (text: string, title: string): string => {
  const { meta, ...rest } = bodyOf(text) ?? {}
  const { title: _before, ...others } = isRecord(meta) ? meta : {}
  const named = title === '' ? others : { title, ...others }
  const hasMeta = Object.keys(named).length > 0
  return JSON.stringify({ ...(hasMeta && { meta: named }), ...rest }, null, 2)
}
