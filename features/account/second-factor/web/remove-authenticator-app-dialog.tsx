import { useCall } from '@playhead/web-kit/queries/query.ts'
import { secondFactor } from '../contract.ts'
import { RemovalFrame, type RemovalProps } from './removal-frame.tsx'

export const RemoveAuthenticatorAppDialog = (props: RemovalProps) => {
  const call = useCall(secondFactor.removeAuthenticatorApp, {
    quiet: true,
    invalidates: [secondFactor.retrieve],
  })
  return (
    <RemovalFrame
      {...props}
      title="Remove the authenticator app?"
      onConfirm={() => call.mutateAsync()}
    >
      <p>Its codes will not be asked for any more.</p>
    </RemovalFrame>
  )
}
