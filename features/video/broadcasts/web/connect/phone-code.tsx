import { useEffect, useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { QrPicture } from '../qr/qr-picture.tsx'
import { larixLink } from './encoder-steps.ts'

/** The code holds the key, so it hides by itself. */
const shownMs = 60_000

interface PhoneCodeProps {
  target: string
  title: string
}

/** For phone apps; on the phone itself, the link does the same. */
export const PhoneCode = ({ target, title }: PhoneCodeProps) => {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!isShown) return undefined
    const timer = setTimeout(() => setIsShown(false), shownMs)
    return () => clearTimeout(timer)
  }, [isShown])
  const link = larixLink(target, title)
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-ink-2">
        Scan the code with the camera of a phone that has <b>Larix Broadcaster</b>: it takes over
        the address and the key. Set its keyframe interval to <b>2 s</b>.
      </p>
      {isShown ? (
        <div className="flex flex-col items-start gap-2">
          <QrPicture text={link} label="QR code with the address and the stream key" />
          <span className="flex flex-wrap items-center gap-3">
            <Button size="sm" onClick={() => setIsShown(false)}>
              Hide QR code
            </Button>
            <Link href={link}>Open in the app</Link>
          </span>
        </div>
      ) : (
        <div>
          <Button size="sm" onClick={() => setIsShown(true)}>
            Show QR code
          </Button>
        </div>
      )}
      <p className="text-xs text-ink-3">The code holds the stream key and hides after a minute.</p>
    </div>
  )
}
