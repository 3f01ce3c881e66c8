export type BannerLevel = 'info' | 'warning' | 'error' | 'success'

type RouteContext = string | RegExp | ((route: string) => boolean)

export interface BannerDefinition {
  type: string
  level: BannerLevel
  message: string
  context?: RouteContext | readonly RouteContext[]
  excludeContext?: RouteContext | readonly RouteContext[]
  isDismissible: boolean
  action?: { label: string; onClick?: () => void; href?: string }
}

interface BannerPlace {
  route: string
  organizationId: string
  storage?: Storage
}

function matches(context: RouteContext, route: string): boolean {
  if (typeof context === 'function') return context(route)
  if (context instanceof RegExp) return context.test(route)
  const prefix = context.replace(/\/$/, '')
  return route === prefix || route.startsWith(`${prefix}/`)
}

function matchesAny(contexts: NonNullable<BannerDefinition['context']>, route: string): boolean {
  const list: readonly RouteContext[] = Array.isArray(contexts) ? contexts : [contexts]
  return list.some((context) => matches(context, route))
}

export const isBannerInContext = (
  { context, excludeContext }: Pick<BannerDefinition, 'context' | 'excludeContext'>,
  route: string,
): boolean => {
  if (context !== undefined && !matchesAny(context, route)) return false
  return excludeContext === undefined || !matchesAny(excludeContext, route)
}

function dismissalKey(type: string, organizationId: string): string {
  return `banner-dismissed:${organizationId}:${type}`
}

// The browser may refuse storage; a banner that comes back is better than a page that breaks.
function isBannerDismissed(type: string, organizationId: string, storage?: Storage) {
  try {
    return (storage ?? localStorage).getItem(dismissalKey(type, organizationId)) !== null
  } catch {
    return false
  }
}

export const dismissBanner = (type: string, organizationId: string, storage?: Storage): void => {
  try {
    const store = storage ?? localStorage
    store.setItem(dismissalKey(type, organizationId), new Date().toISOString())
  } catch {
    return
  }
}

export const visibleBanners = <Banner extends BannerDefinition>(
  banners: readonly Banner[],
  { route, organizationId, storage }: BannerPlace,
): Banner[] => {
  return banners.filter(
    (banner) =>
      isBannerInContext(banner, route) &&
      !(banner.isDismissible && isBannerDismissed(banner.type, organizationId, storage)),
  )
}
