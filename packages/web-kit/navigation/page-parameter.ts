import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchValue } from './navigation.ts'

export interface PageParameter {
  page: number
  hrefFor: (page: number) => string
}

const pageIn = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1

/** Which page of a list the address names, and the addresses of the other pages. KIT-024 */
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

/** If the requested page no longer exists, the last existing one is shown. */
export const useExistingPage = (
  { page, hrefFor }: PageParameter,
  pageSize: number,
  list: { data: { totalRowCount: number } | undefined; isPlaceholderData: boolean },
) => {
  const navigate = useNavigate()
  // The count may still be that of the previous query's list.
  const total = list.isPlaceholderData ? undefined : list.data?.totalRowCount
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / pageSize))
  const href = total !== undefined && page > lastPage ? hrefFor(lastPage) : undefined
  useEffect(() => {
    if (href !== undefined) navigate(href, { replace: true })
  }, [href, navigate])
}
