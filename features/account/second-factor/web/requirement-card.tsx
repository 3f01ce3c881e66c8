import { useQuery } from '@tanstack/react-query'
import { auditTrail } from '@playhead/features/account/audit-trail/contract'
import { Card } from '@playhead/ui/layout/card.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { secondFactor } from '../contract.ts'

export const useRequirement = () =>
  useQuery(query(secondFactor.retrieveRequirement, {}, { quiet: true }))

const membersWithout = (count: number) => {
  if (count === 0) return 'Every member has one.'
  const who = count === 1 ? 'One member has' : `${count} members have`
  return `${who} none yet. The organization stays closed to them until they set one up.`
}

/** Whether members need a second factor; signing in through the organization’s provider is proof enough. */
export const RequirementCard = ({
  requirement,
}: {
  requirement: ReturnType<typeof useRequirement>
}) => {
  const update = useCall(secondFactor.updateRequirement, {
    quiet: true,
    invalidates: [secondFactor.retrieveRequirement, auditTrail.listChanges],
  })
  const stored = requirement.data?.data
  const isOn = update.isPending
    ? update.variables.body.secondFactor.required
    : (stored?.required ?? false)
  return (
    <Card
      title="Second factor"
      description="A passkey or an authenticator app besides the password."
      isFailing={requirement.isLoadingError}
    >
      {requirement.isPending && (
        <Loading label="Loading the second factor">
          <SkeletonLines count={1} />
        </Loading>
      )}
      {requirement.isLoadingError && (
        <FailedState
          message={requirement.error.message}
          onRetry={() => void requirement.refetch()}
        />
      )}
      {stored && (
        <Stack gap={3}>
          <Switch
            isOn={isOn}
            isDisabled={update.isPending}
            description={membersWithout(stored.membersWithout)}
            onChange={(required) => update.mutate({ body: { secondFactor: { required } } })}
          >
            Require a second factor of every member
          </Switch>
          {update.error && <FormMessage tone="error">{update.error.message}</FormMessage>}
        </Stack>
      )}
    </Card>
  )
}
