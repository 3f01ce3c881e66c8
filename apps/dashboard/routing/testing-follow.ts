import { createMemoryHistory } from '@tanstack/react-router'
import type { Address } from './address.ts'
import { decide, type Decision, type Visit } from './decide.ts'
import { createDashboardRouter } from './router.tsx'

const Nothing = () => null
const parts = { Application: Nothing, ScreenFailure: Nothing, Pending: Nothing }

interface Arrival {
  decision: Decision
  href: string
  address: Address | undefined
  /** Every address on the way, including the last. */
  trail: string[]
}

const redirectsMax = 10

/** Follows all redirects of a visit with the router's own matching, without rendering. */
export const aFollower = (table: Address[]) => {
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const { router } = createDashboardRouter(table, parts, history)
  const visit = (href: string, who: Partial<Visit>): Visit => {
    const { pathname, searchParams } = new URL(href, 'http://localhost')
    const match = router.matchRoutes(pathname, Object.fromEntries(searchParams)).at(-1)
    return {
      address: match?.staticData.address,
      params: (match?.params ?? {}) as Visit['params'],
      href,
      session: null,
      isLoading: false,
      ...who,
    }
  }
  const follow = (href: string, who: Partial<Visit>, before: string[] = []): Arrival => {
    const trail = [...before, href]
    if (trail.length > redirectsMax) throw new Error(`${href} is redirected without end`)
    const here = visit(href, who)
    const decision = decide(here)
    return decision.kind === 'redirect'
      ? follow(decision.to, { ...who, entrance: undefined }, trail)
      : { decision, href, address: here.address, trail }
  }
  return { follow, decideAt: (href: string, who: Partial<Visit>) => decide(visit(href, who)) }
}
