import { useCall } from '@playhead/web-kit/query.ts'
import { secondFactor } from '../contract.ts'
import { RemovalFrame, type RemovalProps, useRemoval } from './removal-frame.tsx'
import type { Passkey } from './use-second-factor.ts'

export const RemovePasskeyDialog = ({ passkey, ...props }: RemovalProps & { passkey: Passkey }) => {
  const call = useCall(secondFactor.removePasskey, {
    quiet: true,
    invalidates: [secondFactor.retrieve],
  })
  const remove = useRemoval(call.mutateAsync, props.onClose)
  return (
    <RemovalFrame
      {...props}
      title={`Remove ${passkey.name}?`}
      error={call.error?.message}
      onConfirm={() => remove({ params: { id: passkey.id } })}
    >
      <p>
        It will not sign you in any more. Delete it on your device as well, so that it is not
        offered there.
      </p>
    </RemovalFrame>
  )
}
