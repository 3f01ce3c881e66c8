/** Its own declarations are not reachable through its exports; this is what is used of them. */
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
