import { useQuery } from '@tanstack/react-query'
import { currentEnvironment } from '@playhead/question-contract/current-environment.ts'
import { query } from '@playhead/web-kit/queries/query.ts'

/** Whether the environment never had a view; requested only when something is empty. METR-027 */
export const useIsWaiting = (isEnabled: boolean) => {
  const asked = useQuery({
    ...query(currentEnvironment.current, {}, { quiet: true }),
    enabled: isEnabled,
  })
  return { isKnown: !asked.isLoading, isWaiting: asked.data?.data.status === 'waiting' }
}
