import { type ReactNode, Suspense } from 'react'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Logo } from '@playhead/ui/icons/logo.tsx'
import { useAuthTheme } from '@playhead/ui/theme/use-theme.ts'
import { browserIsIdle } from '@playhead/web-kit/chunks/browser-is-idle.ts'
import { lazyChunk } from '@playhead/web-kit/chunks/lazy-chunk.tsx'
import { OptionalPart } from './optional-part.tsx'

/** The form loads first; the marketing part loads once the browser is idle. */
const Marketing = lazyChunk('Marketing', async () => {
  await browserIsIdle()
  return import('../marketing/marketing.tsx')
})

/** The form on the left and the product on the right, stacked on narrow windows. */
export const LoggedOutPage = ({ children }: { children: ReactNode }) => {
  useAuthTheme()
  return (
    <div className="grid min-h-dvh grid-cols-1 bg-ground auth-lg:grid-cols-[minmax(460px,5fr)_7fr]">
      <div className="flex min-h-dvh flex-col px-3 py-4 auth-md:px-5 auth-md:py-5 auth-lg:sticky auth-lg:top-0 auth-lg:h-dvh auth-lg:overflow-y-auto">
        <header>
          <Link href="/login" kind="plain" aria-label="Playhead, sign in">
            <Logo />
          </Link>
        </header>
        <main className="mx-auto flex w-full max-w-[380px] flex-1 flex-col justify-center gap-5 py-6">
          {children}
        </main>
      </div>
      <aside
        aria-label="About Playhead"
        className="min-h-dvh border-t border-line bg-surface auth-lg:border-t-0 auth-lg:border-l"
      >
        <OptionalPart>
          <Suspense>
            <Marketing />
          </Suspense>
        </OptionalPart>
      </aside>
    </div>
  )
}
