import { useQuery } from '@tanstack/react-query'
import { readiness } from '../screens/readiness.ts'

const refreshMs = 60_000

/** Problems of the server, for people who can fix them. */
export const useServerTrouble = (isStaff: boolean) => {
  const { data } = useQuery({
    queryKey: ['/readyz'],
    queryFn: ({ signal }) => readiness(signal),
    refetchInterval: refreshMs,
    retry: false,
    enabled: isStaff,
  })
  return isStaff ? (data?.parts ?? []).filter(({ status }) => status !== 'ready') : []
}
