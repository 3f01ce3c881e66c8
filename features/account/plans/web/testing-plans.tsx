import { useEffect, useState } from 'react'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { anOrganization, aSession, ids, openScreen } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { plansParts } from './parts.ts'
import { Screen as PlansScreen } from './plans-screen.tsx'

export const base = `/organizations/${ids.organization}/account/billing`

/** A plan whose operator has set its fees: version 1 without any is what a server begins with. */
export const aPlan = (id: string, name: string, month: number, overrides: object = {}) => ({
  id,
  version: 1,
  name,
  fees: { month, year: month * 10 },
  currency: 'USD',
  included: {},
  overage: 'priced',
  features: { environmentLimit: 10, maxUsers: -1, maxFilters: 2, retentionDays: 35 },
  is_self_service: true,
  ...overrides,
})

export const free = aPlan('free', 'Free', 0, {
  included: { videos: 10, delivered: 100_000 },
  overage: 'none',
})
export const pro = aPlan('pro', 'Pro', 49_900)
export const custom = aPlan('custom', 'Custom', 0, { is_self_service: false })

export const aSubscription = (id: string, overrides: object = {}) => ({
  plan_id: id,
  plan_version: 1,
  billing_frequency: 'month',
  next: null,
  legacy_plan: null,
  ...overrides,
})

export const aPlanList = (data: object) => ({
  body: {
    data: { mode: 'invoice', current: aSubscription('free'), plans: [free, pro, custom], ...data },
  },
})

export const aSessionOn = (plan: string, marketplaceType: string | null = null) =>
  aSession({
    organization: anOrganization({ subscription: { currentPlan: plan }, marketplaceType }),
  })

/** Drawn a moment later: parts that are first drawn while the test renders are never shown. */
const WithToasts = () => {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true))
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {isDrawn && <PlansScreen />}
      <ToastRegion />
    </>
  )
}

export const openPlans = (data: object = {}, api: ApiHandlers = {}, session = aSessionOn('Free')) =>
  openScreen(WithToasts, {
    address: '/organizations/$organizationId/account/billing/plans',
    href: `${base}/plans`,
    session,
    parts: plansParts,
    api: { 'GET /ui/v1/billing/plans': () => aPlanList(data), ...api },
  })
