/** Extensions for which some systems report no type to the browser. */
const unknownEndings =
  /\.(3gp|aac|aiff?|avi|flac|flv|m2ts|m4a|m4v|mkv|mka|mov|mp3|mp4|mpe?g|mts|mxf|ogg|ogv|opus|ts|wav|webm|wmv)$/i

/** UPLD-009 */
export const isAccepted = ({ type, name }: File) =>
  type === '' ? unknownEndings.test(name) : /^(video|audio)\//.test(type)

export const acceptAttribute = 'video/*,audio/*'
