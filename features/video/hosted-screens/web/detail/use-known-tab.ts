import { useEffect } from 'react'
import { useNavigate, useParam } from '@playhead/web-kit/navigation/navigation.ts'

/** The tab that the address names. An unknown one leads to `elsewhere`, unless there is no page for it. ASST-004, LIVE-002 */
export const useKnownTab = <T extends { address: string }>(
  tabs: readonly T[],
  elsewhere: string | undefined,
): T | undefined => {
  const tab = useParam('tab')
  const navigate = useNavigate()
  const known = tabs.find(({ address }) => address === tab)
  const href = known ? undefined : elsewhere
  useEffect(() => {
    if (href !== undefined) navigate(href, { replace: true })
  }, [href, navigate])
  return known
}
