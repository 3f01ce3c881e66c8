import { Fragment } from 'react'

/** A name of parts, such as `video.live_stream.warning`: a narrow page breaks it between them and never inside of a word. */
export const BreakableName = ({ name }: { name: string }) => (
  <span className="wrap-anywhere">
    {name.split(/(?<=[./_])/).map((part, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one name never move
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)
