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
      <p>You are no longer asked for its codes.</p>
    </RemovalFrame>
  )
}
