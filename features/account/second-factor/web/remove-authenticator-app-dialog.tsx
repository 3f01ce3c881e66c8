import { useCall } from '@playhead/web-kit/query.ts'
import { secondFactor } from '../contract.ts'
import { RemovalFrame, type RemovalProps, useRemoval } from './removal-frame.tsx'

export const RemoveAuthenticatorAppDialog = (props: RemovalProps) => {
  const call = useCall(secondFactor.removeAuthenticatorApp, {
    quiet: true,
    invalidates: [secondFactor.retrieve],
  })
  const remove = useRemoval(() => call.mutateAsync(), props.onClose)
  return (
    <RemovalFrame
      {...props}
      title="Remove the authenticator app?"
      error={call.error?.message}
      onConfirm={() => remove(undefined)}
    >
      <p>Its codes will not be asked for any more.</p>
    </RemovalFrame>
  )
}
