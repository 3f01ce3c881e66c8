/** The package does not export its own declarations; these cover what is used here. */
declare module 'mux-embed' {
  interface Options {
    beaconCollectionDomain: string
    respectDoNotTrack?: boolean
    disableCookies?: boolean
    hlsjs?: object
    Hls?: unknown
    data: Record<string, unknown>
  }
  const mux: { monitor(media: HTMLMediaElement, options: Options): void }
  export default mux
}
