// Lets the search run where a page is opened as a file: browsers start no worker there, so an iframe takes its place.
if (location.protocol === 'file:') {
  window.Worker = class extends EventTarget {
    /** @param {string} address of the worker's script */
    constructor(address) {
      super()
      this.waiting = []
      const frame = document.createElement('iframe')
      frame.hidden = true
      document.body.append(frame)
      const inside = frame.contentWindow
      inside.postMessage = data => this.dispatchEvent(new MessageEvent('message', { data }))
      inside.importScripts = (...addresses) => Promise.all(addresses.map(each => this.load(inside, each)))
      this.inside = inside
      this.load(inside, address).then(() => {
        this.isReady = true
        for (const data of this.waiting) this.postMessage(data)
      })
    }

    load(inside, address) {
      return new Promise((resolve, reject) => {
        const script = inside.document.createElement('script')
        script.src = new URL(address, location.href).href
        script.onload = resolve
        script.onerror = reject
        inside.document.body.append(script)
      })
    }

    postMessage(data) {
      if (!this.isReady) return void this.waiting.push(data)
      this.inside.dispatchEvent(new MessageEvent('message', { data }))
    }

    terminate() {}

    set onmessage(listener) {
      this.addEventListener('message', listener)
    }
  }
}
