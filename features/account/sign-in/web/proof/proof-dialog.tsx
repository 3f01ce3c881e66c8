import { useQuery } from '@tanstack/react-query'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import type { CamelOutput } from '@playhead/contract-kit/case-seam.ts'
import { passkeyObstacle } from '@playhead/features/account/second-factor/web'
import { proof, type WaysToProve } from '../../contract.ts'
import { ProofByCode } from './proof-by-code.tsx'
import { ProofByPasskey } from './proof-by-passkey.tsx'
import { ProofByPassword } from './proof-by-password.tsx'
import { ProofByProvider } from './proof-by-provider.tsx'

interface WaysProps {
  ways: CamelOutput<typeof WaysToProve>
  onProved: () => void
}

/** A session that has no way to prove anything here, for example because its provider was removed. */
const NoWay = () => (
  <Stack gap={3}>
    <p>There is no way to confirm it here. Sign in again, then make the change.</p>
    <div>
      <LinkButton href="/logout" kind="primary">
        Log out
      </LinkButton>
    </div>
  </Stack>
)

const Ways = ({ ways: { kinds, code }, onProved }: WaysProps) => {
  const hasPasskey = kinds.includes('passkey') && !passkeyObstacle()
  return (
    <Stack gap={3}>
      {kinds.includes('password') && <ProofByPassword onProved={onProved} />}
      {hasPasskey && <ProofByPasskey onProved={onProved} />}
      {code && <ProofByCode {...code} isSpare={hasPasskey} onProved={onProved} />}
      {kinds.includes('github') && <ProofByProvider kind="github" />}
      {kinds.includes('sso') && <ProofByProvider kind="sso" />}
      {kinds.length === 0 && <NoWay />}
    </Stack>
  )
}

/** Opened by any call that the server refuses with proof_required; the call is then repeated. */
export const ProofDialog = ({ onSettle }: { onSettle: (isProved: boolean) => void }) => {
  // Never from the cache: a passkey added a moment ago is a new way.
  const ways = useQuery({ ...query(proof.retrieveWays, {}, { quiet: true }), gcTime: 0 })
  return (
    <Modal
      isOpen
      onClose={() => onSettle(false)}
      title="Confirm it’s you"
      description="This changes how people sign in. Once confirmed, you are not asked again for ten minutes."
      maxWidth={440}
    >
      {ways.isPending && (
        <Loading label="Loading">
          <Stack gap={3}>
            <Skeleton width="100%" height={36} radius={7} />
            <Skeleton width={96} height={34} radius={7} />
          </Stack>
        </Loading>
      )}
      {ways.isLoadingError && (
        <FailedState message={ways.error.message} onRetry={() => void ways.refetch()} />
      )}
      {ways.data && <Ways ways={ways.data.data} onProved={() => onSettle(true)} />}
    </Modal>
  )
}
