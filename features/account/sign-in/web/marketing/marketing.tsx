import { CustomerLogos } from './customer-logos.tsx'
import { Highlights } from './highlights.tsx'
import { QuoteCarousel } from './quote-carousel.tsx'
import { quotes } from './quotes.ts'
import { ScorePicture } from './score-picture.tsx'

/** AUTH-003, AUTH-004. Loaded after the form, which does not wait for it. */
export const Marketing = () => (
  <div className="mx-auto flex min-h-dvh w-full max-w-[700px] flex-col justify-center gap-5 px-3 py-6 auth-md:px-5">
    <div className="flex flex-col gap-2">
      <h2 className="text-2xl font-semibold leading-tight tracking-tight text-balance auth-lg:text-3xl">
        Know what every viewer sees
      </h2>
      <p className="text-lg text-ink-2">Start free or get $100 of usage credits for $10.</p>
    </div>
    <ScorePicture />
    <Highlights />
    <div className="border-t border-line pt-5">
      <QuoteCarousel quotes={quotes} />
    </div>
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <p className="text-sm text-ink-2">
        Playhead powers video streaming and analytics for video apps
      </p>
      <CustomerLogos />
    </div>
  </div>
)
