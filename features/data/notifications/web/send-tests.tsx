import { useState } from 'react'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { notificationChannels } from '../contract.ts'
import { channelName, serviceTexts } from './channel-texts.ts'
import type { ChannelEntry } from './use-channels.ts'

interface Tested {
  channel: ChannelEntry
  isDelivered: boolean
  text: string
}

const useTests = () => {
  const test = useCall(notificationChannels.sendTest, {
    invalidates: [notificationChannels.list],
    quiet: true,
  })
  const [tested, setTested] = useState<readonly Tested[]>([])
  const [isSending, setSending] = useState(false)
  const sendTo = async (channel: ChannelEntry): Promise<Tested> => {
    try {
      const { data } = await test.mutateAsync({ params: { id: channel.id } })
      const { delivered: isDelivered, answer, error } = data
      return { channel, isDelivered, text: (isDelivered ? answer : error) ?? '' }
    } catch (error) {
      if (!isCallError(error)) throw error
      return { channel, isDelivered: false, text: error.messages.join(' ') }
    }
  }
  const send = async (channels: readonly ChannelEntry[]) => {
    setTested([])
    setSending(true)
    try {
      for (const channel of channels) {
        // One after the other: a person reads the answers in this order.
        const answer = await sendTo(channel)
        setTested((before) => [...before, answer])
      }
    } finally {
      setSending(false)
    }
  }
  return { tested, isSending, send }
}

/** Sends a test to each channel of a rule, and says what the receivers said. */
export const SendTests = ({ channels }: { channels: readonly ChannelEntry[] }) => {
  const { tested, isSending, send } = useTests()
  if (channels.length === 0) return null
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="sm" isLoading={isSending} onClick={() => void send(channels)}>
        Send test
      </Button>
      <ul className="grid gap-1 text-sm" aria-live="polite" aria-label="Answers to the test">
        {tested.map(({ channel, isDelivered, text }) => (
          <li key={channel.id} className="break-words">
            <Badge tone={isDelivered ? 'good' : 'bad'}>
              {isDelivered ? 'Accepted' : 'Refused'}
            </Badge>{' '}
            {serviceTexts[channel.service].label} {channelName(channel)}
            {text && <span className="block text-ink-2">{text}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
