import { CustomerLogos } from './customer-logos.tsx'
import { Highlights } from './highlights.tsx'
import { offer, quotes, strip } from './marketing-texts.ts'
import { QuoteCarousel } from './quote-carousel.tsx'
import { ScorePicture } from './score-picture.tsx'

/** With the operator's offer, or with facts alone: a server tells no invented story unless its operator wants one. */
export const AboutPlayhead = ({ hasOffer }: { hasOffer: boolean }) => {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[700px] flex-col justify-center gap-5 px-3 py-6 auth-md:px-5">
      <div className="flex flex-col gap-2">
        <h2 className="text-2xl font-semibold leading-tight tracking-tight text-balance auth-lg:text-3xl">
          Know what every viewer sees
        </h2>
        <p className="text-lg text-ink-2">
          {hasOffer ? offer : 'Video, live streams and their quality in one place.'}
        </p>
      </div>
      <ScorePicture />
      <Highlights hasOffer={hasOffer} />
      {hasOffer && (
        <>
          <div className="border-t border-line pt-5">
            <QuoteCarousel quotes={quotes} />
          </div>
          <div className="flex flex-col gap-3 border-t border-line pt-5">
            <p className="text-sm text-ink-2">{strip}</p>
            <CustomerLogos />
          </div>
        </>
      )}
    </div>
  )
}
