import { createContext, useContext } from 'react'
import type { MouseEvent } from 'react'

interface ClientRouter {
  navigate: (href: string) => void
  useHref: (href: string) => string
}

const documentRouter: ClientRouter = {
  navigate: (href) => window.location.assign(href),
  useHref: (href) => href,
}

export const RouterContext = createContext<ClientRouter | null>(null)

export const useClientRouter = (): ClientRouter => {
  return useContext(RouterContext) ?? documentRouter
}

function opensElsewhere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget
  return (
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    (target !== '' && target !== '_self') ||
    event.currentTarget.hasAttribute('download') ||
    event.currentTarget.origin !== window.location.origin
  )
}

export const useClientLink = (
  href: string,
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void,
) => {
  const router = useContext(RouterContext)
  const resolvedHref = (router ?? documentRouter).useHref(href)
  return {
    href: resolvedHref,
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event)
      if (event.defaultPrevented || router === null || opensElsewhere(event)) return
      event.preventDefault()
      router.navigate(href)
    },
  }
}
