import type { RuleChannelsProps } from '@playhead/features/data/alerts/slots'
import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { AddChannel } from './add-channel.tsx'
import { channelName, lastAnswer, serviceTexts } from './channel-texts.ts'
import { SendTests } from './send-tests.tsx'
import { type ChannelEntry, useChannels } from './use-channels.ts'

const takesThresholds = ({ alertTypes }: ChannelEntry) => alertTypes.includes('threshold')

interface ChosenProps {
  channels: readonly ChannelEntry[]
  channelIds: readonly string[]
  onChange: (channelIds: string[]) => void
}

const Chosen = ({ channels, channelIds, onChange }: ChosenProps) => (
  <div className="ph-choices">
    {channels.map((channel) => {
      const { label, text } = lastAnswer(channel)
      return (
        <Checkbox
          key={channel.id}
          isChecked={channelIds.includes(channel.id)}
          description={`${label}. ${text}`}
          onChange={(isChosen) =>
            onChange(
              channels
                .map(({ id }) => id)
                .filter((id) => (id === channel.id ? isChosen : channelIds.includes(id))),
            )
          }
        >
          {serviceTexts[channel.service].label}{' '}
          <span className="wrap-anywhere text-ink-2">{channelName(channel)}</span>
        </Checkbox>
      )
    })}
  </div>
)

const nameOf = (channel: ChannelEntry) =>
  `${serviceTexts[channel.service].label} ${channelName(channel)}`

/** Those who would be notified if they were on. */
const chosenOf = (channels: readonly ChannelEntry[], channelIds: readonly string[] | null) =>
  channels.filter((one) => channelIds?.includes(one.id) ?? takesThresholds(one))

/** For those who only read the rule. */
const NotifiedText = ({
  channels,
  channelIds,
}: {
  channels: readonly ChannelEntry[]
  channelIds: readonly string[] | null
}) => {
  const chosen = chosenOf(channels, channelIds)
  if (chosen.length === 0) return 'No one'
  const names = chosen.map((one) => (one.enabled ? nameOf(one) : `${nameOf(one)} (off)`))
  return <span className="break-words">{names.join(', ')}</span>
}

/** Who is notified of the incidents of a rule. */
export const Part = ({ channelIds, onChange }: RuleChannelsProps) => {
  const { data, isLoadingError, error, refetch, isFetching } = useChannels()
  if (isLoadingError)
    return (
      <FailedState message={error.message} isRetrying={isFetching} onRetry={() => void refetch()} />
    )
  if (!data) return <SkeletonLines count={onChange ? 3 : 1} />
  const channels = data.data
  if (!onChange) return <NotifiedText channels={channels} channelIds={channelIds} />
  if (channels.length === 0)
    return (
      <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        No notifications are sent yet.
        <AddChannel />
      </div>
    )
  const taking = channels.filter(takesThresholds)
  const notified = chosenOf(channels, channelIds).filter(({ enabled }) => enabled)
  const hasChoice = channelIds === null || channels.some(({ id }) => channelIds.includes(id))
  return (
    <div className="grid gap-2">
      <RadioGroup
        label="Notify"
        value={channelIds === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : taking.map(({ id }) => id))}
        options={[
          {
            value: 'all',
            label: 'All channels of thresholds',
            description: `${taking.filter(({ enabled }) => enabled).length} now`,
          },
          { value: 'some', label: 'Some channels' },
        ]}
      />
      {notified.length === 0 && (
        <FormMessage tone="warning">
          {hasChoice ? 'No such channel is on' : 'No channel is chosen'}, so this rule notifies no
          one.
        </FormMessage>
      )}
      {channelIds !== null && (
        <Chosen
          channels={channels.filter((one) => taking.includes(one) || channelIds.includes(one.id))}
          channelIds={channelIds}
          onChange={onChange}
        />
      )}
      <AddChannel />
      <SendTests key={notified.map(({ id }) => id).join(' ')} channels={notified} />
    </div>
  )
}
