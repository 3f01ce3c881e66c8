import { useCall } from '@playhead/web-kit/queries/query.ts'
import { secondFactor } from '../contract.ts'
import { RemovalFrame, type RemovalProps } from './removal-frame.tsx'
import type { Passkey } from './use-second-factor.ts'

export const RemovePasskeyDialog = ({ passkey, ...props }: RemovalProps & { passkey: Passkey }) => {
  const call = useCall(secondFactor.removePasskey, {
    quiet: true,
    invalidates: [secondFactor.retrieve],
  })
  return (
    <RemovalFrame
      {...props}
      title={`Remove ${passkey.name}?`}
      onConfirm={() => call.mutateAsync({ params: { id: passkey.id } })}
    >
      <p>
        It will not sign you in any more. Delete it on your device as well, so that it is not
        offered there.
      </p>
    </RemovalFrame>
  )
}
