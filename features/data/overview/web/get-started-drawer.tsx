import { useQuery } from '@tanstack/react-query'
import { environments } from '@playhead/features/account/environments/contract'
import { collector } from '@playhead/features/data/collector/contract'
import { PlayerSetup } from '@playhead/features/data/collector/web'
import { Drawer } from '@playhead/ui/overlays/drawer.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import { WaitingHint } from './waiting-hint.tsx'

interface GetStartedDrawerProps {
  isOpen: boolean
  onClose: () => void
  isIntegrated: boolean
  isProcessing: boolean
}

const quiet = { quiet: true } as const

const Setup = () => {
  const environment = useQuery(query(environments.current, {}, quiet))
  const address = useQuery(query(collector.retrieveAddress, {}, quiet))
  const failed = [environment, address].find(({ isLoadingError }) => isLoadingError)
  if (failed?.error)
    return <FailedState message={failed.error.message} onRetry={() => void failed.refetch()} />
  if (!environment.data || !address.data)
    return (
      <Loading label="Loading the snippets">
        <SkeletonLines count={12} />
      </Loading>
    )
  return <PlayerSetup environmentKey={environment.data.data.key} address={address.data.data} />
}

/** The code that makes a page's player report here. */
export const GetStartedDrawer = (props: GetStartedDrawerProps) => (
  <Drawer
    isOpen={props.isOpen}
    onClose={props.onClose}
    width={640}
    title="Get started with Data"
    description="Put this where your player is, then play something. The first view shows up here within a minute or two after it ended."
  >
    <Stack gap={4}>
      <WaitingHint isIntegrated={props.isIntegrated} isProcessing={props.isProcessing} />
      <Setup />
    </Stack>
  </Drawer>
)
