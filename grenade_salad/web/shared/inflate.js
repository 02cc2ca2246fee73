"use strict";
// Unpacks raw DEFLATE (RFC 1951), so that the page opens in browsers that have no DecompressionStream too.
var GS = window.GS = window.GS || {};
GS.inflate = function (bytes) {
  var LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
  var MORE = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
  var ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
  var out = new Uint8Array(bytes.length * 6), size = 0, place = 0, held = 0, count = 0, last, kind;

  function bits(many) {
    while (count < many) { held |= bytes[place++] << count; count += 8; }
    var found = held & ((1 << many) - 1);
    held >>>= many;
    count -= many;
    return found;
  }

  function room(many) {
    if (size + many <= out.length) { return; }
    var larger = new Uint8Array(Math.max(out.length * 2, size + many));
    larger.set(out);
    out = larger;
  }

  // a canonical Huffman code: how many symbols have each length, and the symbols in order
  function code(lengths) {
    var counts = new Uint16Array(16), offsets = new Uint16Array(16), symbols = new Uint16Array(lengths.length), at;
    lengths.forEach(function (length) { counts[length] += 1; });
    counts[0] = 0;
    for (at = 1; at < 16; at++) { offsets[at] = offsets[at - 1] + counts[at - 1]; }
    lengths.forEach(function (length, symbol) { if (length) { symbols[offsets[length]++] = symbol; } });
    return { counts: counts, symbols: symbols };
  }

  function symbol(tree) {
    var value = 0, first = 0, index = 0, length;
    for (length = 1; length < 16; length++) {
      value |= bits(1);
      if (value - first < tree.counts[length]) { return tree.symbols[index + value - first]; }
      index += tree.counts[length];
      first = (first + tree.counts[length]) << 1;
      value <<= 1;
    }
    throw new Error("not a code");
  }

  function fixed() {
    var lengths = [], at;
    for (at = 0; at < 288; at++) { lengths.push(at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8); }
    return [code(lengths), code(new Array(30).fill(5))];
  }

  function dynamic() {
    var many = bits(5) + 257, far = bits(5) + 1, given = bits(4) + 4, lengths = new Array(19).fill(0), at, tree, next, found = [];
    for (at = 0; at < given; at++) { lengths[ORDER[at]] = bits(3); }
    tree = code(lengths);
    while (found.length < many + far) {
      next = symbol(tree);
      if (next < 16) { found.push(next); continue; }
      var value = next === 16 ? found[found.length - 1] : 0, times = next === 16 ? 3 + bits(2) : next === 17 ? 3 + bits(3) : 11 + bits(7);
      while (times--) { found.push(value); }
    }
    return [code(found.slice(0, many)), code(found.slice(many))];
  }

  function unpack(trees) {
    var next, length, back, far;
    while ((next = symbol(trees[0])) !== 256) {
      if (next < 256) { room(1); out[size++] = next; continue; }
      length = LENGTHS[next - 257] + bits(MORE[next - 257]);
      far = symbol(trees[1]);
      back = far < 4 ? far + 1 : (2 + (far & 1) << (far >> 1) - 1) + 1 + bits((far >> 1) - 1);
      room(length);
      while (length--) { out[size] = out[size - back]; size += 1; }
    }
  }

  do {
    last = bits(1);
    kind = bits(2);
    if (kind) { unpack(kind === 1 ? fixed() : dynamic()); continue; }
    held = count = 0;
    var plain = bytes[place] | bytes[place + 1] << 8;
    room(plain);
    out.set(bytes.subarray(place + 4, place + 4 + plain), size);
    size += plain;
    place += 4 + plain;
  } while (!last);
  return out.subarray(0, size);
};

// The JSON in base64 of raw DEFLATE.
GS.unpacked = function (text) {
  var raw = atob(text), bytes = new Uint8Array(raw.length), at;
  for (at = 0; at < raw.length; at++) { bytes[at] = raw.charCodeAt(at); }
  return JSON.parse(new TextDecoder().decode(GS.inflate(bytes)));
};
