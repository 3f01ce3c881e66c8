import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { PageHeading } from '@playhead/web-kit/page/page-heading.tsx'

const resendAfterSeconds = 30

const useSecondsLeft = (since: number) => {
  const [left, setLeft] = useState(resendAfterSeconds)
  useEffect(() => {
    const update = () =>
      setLeft(Math.max(0, resendAfterSeconds - Math.floor((Date.now() - since) / 1000)))
    update()
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  }, [since])
  return left
}

interface CheckInboxProps {
  /** What was sent, and to whom. */
  children: ReactNode
  /** The same on a server that sends no mail. */
  kept: ReactNode
  sendsMail: boolean
  onResend: () => Promise<unknown>
}

/** Says what happened and where to look; the mail can be requested again after a while. */
export const CheckInbox = ({ children, kept, sendsMail, onResend }: CheckInboxProps) => {
  const [sentAt, setSentAt] = useState(Date.now)
  const [isSentAgain, setIsSentAgain] = useState(false)
  const secondsLeft = useSecondsLeft(sentAt)
  const again = sendsMail ? 'Send again' : 'Make another link'
  const resend = useForm({
    initial: {},
    submit: onResend,
    onDone: () => {
      setSentAt(Date.now())
      setIsSentAgain(true)
    },
  })
  return (
    <>
      <PageHeading
        title={sendsMail ? 'Check your inbox' : 'This server sends no mail yet'}
        takesFocus
      >
        {sendsMail ? children : kept}
      </PageHeading>
      {resend.failure && <FormMessage tone="error">{resend.failure}</FormMessage>}
      {isSentAgain && !resend.failure && (
        <FormMessage tone="success">
          {sendsMail ? 'We sent it again.' : 'A new link is in the outbox.'}
        </FormMessage>
      )}
      <div className="flex flex-col gap-3">
        <Button
          size="lg"
          isWide
          disabled={secondsLeft > 0}
          isLoading={resend.isSubmitting}
          onClick={() => void resend.submit()}
        >
          {secondsLeft > 0 ? `${again} in ${secondsLeft} s` : again}
        </Button>
        <p className="text-sm text-ink-2">
          {sendsMail
            ? 'Nothing there? Look in the spam folder, or '
            : 'The operator sends mail once SMTP_URL is set. You can also '}
          <Link href="/login">go back to sign in</Link>.
        </p>
      </div>
    </>
  )
}
