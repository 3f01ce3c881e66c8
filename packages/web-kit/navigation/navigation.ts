import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Search, stringifySearch } from './url-state.ts'

interface NavigateOptions {
  replace?: boolean
}

type Navigator = (href: string, options?: NavigateOptions) => void

const byDocument: Navigator = (href, { replace } = {}) =>
  replace ? globalThis.location.replace(href) : globalThis.location.assign(href)

let navigator: Navigator = byDocument

/** The application sets its router here once; before that, navigating loads the document. */
export const setNavigator = (next: Navigator) => {
  navigator = next
  return () => {
    navigator = byDocument
  }
}

export const navigate: Navigator = (href, options) => navigator(href, options)

export const here = () => globalThis.location.pathname + globalThis.location.search

export const useNavigate = (): Navigator => {
  const router = useRouter()
  return useCallback(
    (href, { replace = false } = {}) => void router.navigate({ href, replace }),
    [router],
  )
}

export const useLocation = () =>
  useRouterState({
    select: ({ location }) => ({
      pathname: location.pathname,
      search: location.search as Search,
      href: location.href,
    }),
    structuralSharing: true,
  })

export const useParam = (name: string): string | undefined =>
  useRouterState({
    select: ({ matches }) => {
      const params = matches.at(-1)?.params as Record<string, string> | undefined
      return params?.[name]
    },
  })

/** The part of the address after #, which is never sent to a server. */
export const useHash = () => useRouterState({ select: ({ location }) => location.hash })

/** The value of a search parameter; the last one if it is repeated. */
export const useSearchValue = (name: string): string | undefined => {
  const value = useLocation().search[name]
  return Array.isArray(value) ? value.at(-1) : value
}

export const useSetSearch = () => {
  const router = useRouter()
  return useCallback(
    (changes: Record<string, string | string[] | undefined>, { replace = false } = {}) => {
      const { pathname, search } = router.state.location
      const next = { ...(search as Search), ...changes }
      return void router.navigate({ href: pathname + stringifySearch(next), replace })
    },
    [router],
  )
}

/**
 * Does work a moment later, for what a person types, and returns how to give it up. A search belongs to the page on which
 * it was typed: while the next page loads, the address is already that of the next page.
 */
export const useAfterTyping = () => {
  const router = useRouter()
  return useCallback(
    (milliseconds: number, work: () => void) => {
      const { pathname } = router.state.location
      const timer = setTimeout(() => {
        if (router.state.location.pathname === pathname) work()
      }, milliseconds)
      return () => clearTimeout(timer)
    },
    [router],
  )
}
