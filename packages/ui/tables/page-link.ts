export const defaultPageSize = 20

interface PageLinkOptions {
  isZeroBased?: boolean
}

export const pageLink = (href: string, page: number): string => {
  const [beforeHash = '', ...hash] = href.split('#')
  const [path = '', query = ''] = beforeHash.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('page', String(page))
  const fragment = hash.length > 0 ? `#${hash.join('#')}` : ''
  return `${path}?${parameters.toString()}${fragment}`
}

export const firstPage = ({ isZeroBased = false }: PageLinkOptions = {}): number => {
  return isZeroBased ? 0 : 1
}

export const pageCount = (totalCount: number, pageSize = defaultPageSize): number => {
  return Math.max(1, Math.ceil(totalCount / pageSize))
}
