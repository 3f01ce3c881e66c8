import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchValue } from './navigation.ts'

export interface PageParameter {
  page: number
  hrefFor: (page: number) => string
}

const pageIn = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1

/** Which page of a list the address asks for, and the addresses of the others. KIT-024 */
export const usePageParameter = (name = 'page'): PageParameter => {
  const { href } = useLocation()
  const page = pageIn(useSearchValue(name))
  const hrefFor = (number: number) => {
    const url = new URL(href, 'http://localhost')
    url.searchParams.set(name, String(number))
    return url.pathname + url.search + url.hash
  }
  return { page, hrefFor }
}

/** A page whose last row went gives way to the last page there is. */
export const useExistingPage = (
  { page, hrefFor }: PageParameter,
  pageSize: number,
  list: { data: { totalRowCount: number } | undefined; isPlaceholderData: boolean },
) => {
  const navigate = useNavigate()
  // What is kept from the question before may count another list.
  const total = list.isPlaceholderData ? undefined : list.data?.totalRowCount
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / pageSize))
  const href = total !== undefined && page > lastPage ? hrefFor(lastPage) : undefined
  useEffect(() => {
    if (href !== undefined) navigate(href, { replace: true })
  }, [href, navigate])
}
