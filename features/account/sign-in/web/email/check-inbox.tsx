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
  children: ReactNode
  onResend: () => Promise<unknown>
}

/** Says what happened and where to look; the mail can be requested again after a while. */
export const CheckInbox = ({ children, onResend }: CheckInboxProps) => {
  const [sentAt, setSentAt] = useState(Date.now)
  const [isSentAgain, setIsSentAgain] = useState(false)
  const secondsLeft = useSecondsLeft(sentAt)
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
      <PageHeading title="Check your inbox" takesFocus>
        {children}
      </PageHeading>
      {resend.failure && <FormMessage tone="error">{resend.failure}</FormMessage>}
      {isSentAgain && !resend.failure && (
        <FormMessage tone="success">We sent it again.</FormMessage>
      )}
      <div className="flex flex-col gap-3">
        <Button
          size="lg"
          isWide
          disabled={secondsLeft > 0}
          isLoading={resend.isSubmitting}
          onClick={() => void resend.submit()}
        >
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : 'Send again'}
        </Button>
        <p className="text-sm text-ink-2">
          Nothing there? Look in the spam folder, or <Link href="/login">go back to sign in</Link>.
        </p>
      </div>
    </>
  )
}
