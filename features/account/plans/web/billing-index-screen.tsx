import { useEffect } from 'react'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { useLocation, useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { loadError } from './plan-texts.ts'
import { usePlans } from './use-plans.ts'

const smallPlans = ['Free', 'Lite']

/** BILL-008: small plans land on Plans where plans are paid for, all others on Summary. */
export const Screen = () => {
  const path = usePath()
  const navigate = useNavigate()
  const { search } = useLocation()
  const plan = useOrganization()?.subscription.currentPlan ?? ''
  const query = usePlans()
  const mode = query.data?.data.mode
  const page = mode !== 'showback' && smallPlans.includes(plan) ? 'plans' : 'summary'
  const target = path(`account/billing/${page}`) + stringifySearch(search)
  useEffect(() => {
    if (mode !== undefined) navigate(target, { replace: true })
  }, [mode, navigate, target])
  if (query.isLoadingError)
    return <FailedState message={loadError} onRetry={() => void query.refetch()} />
  return <SkeletonLines count={4} />
}
