"use strict";
// Unpacks raw DEFLATE (RFC 1951), so that the page opens in browsers that have no DecompressionStream too.
var GS = window.GS = window.GS || {};
GS.inflate = function (bytes) {
  // RFC 1951, 3.2.5 and 3.2.7: the lengths of copies, their extra bits, and the order of the lengths of codes.
  var LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
  var EXTRA_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
  var ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
  var out = new Uint8Array(bytes.length * 6), size = 0, position = 0, last, kind;
  var buffer = 0, bufferedBits = 0;

  function readBits(count) {
    while (bufferedBits < count) { buffer |= bytes[position++] << bufferedBits; bufferedBits += 8; }
    var value = buffer & ((1 << count) - 1);
    buffer >>>= count;
    bufferedBits -= count;
    return value;
  }

  // Makes space for more bytes.
  function reserve(count) {
    if (size + count <= out.length) { return; }
    var larger = new Uint8Array(Math.max(out.length * 2, size + count));
    larger.set(out);
    out = larger;
  }

  // Returns a canonical Huffman code: the number of symbols of each length, and the symbols in order.
  function makeCode(lengths) {
    var counts = new Uint16Array(16), offsets = new Uint16Array(16), symbols = new Uint16Array(lengths.length), index;
    lengths.forEach(function (length) { counts[length] += 1; });
    counts[0] = 0;
    for (index = 1; index < 16; index++) { offsets[index] = offsets[index - 1] + counts[index - 1]; }
    lengths.forEach(function (length, symbol) { if (length) { symbols[offsets[length]++] = symbol; } });
    return { counts: counts, symbols: symbols };
  }

  function readSymbol(code) {
    var value = 0, first = 0, index = 0, length;
    for (length = 1; length < 16; length++) {
      value |= readBits(1);
      if (value - first < code.counts[length]) { return code.symbols[index + value - first]; }
      index += code.counts[length];
      first = (first + code.counts[length]) << 1;
      value <<= 1;
    }
    throw new Error("not a code");
  }

  // Returns the codes of bytes and lengths, and of distances, that need no description (3.2.6).
  function fixedCodes() {
    var lengths = [], index;
    for (index = 0; index < 288; index++) { lengths.push(index < 144 ? 8 : index < 256 ? 9 : index < 280 ? 7 : 8); }
    return [makeCode(lengths), makeCode(new Array(30).fill(5))];
  }

  // Reads the same codes where they are described (3.2.7).
  function readCodes() {
    var symbolCount = readBits(5) + 257, distanceCount = readBits(5) + 1, orderCount = readBits(4) + 4;
    var codeLengths = new Array(19).fill(0), lengths = [], index, code, next;
    for (index = 0; index < orderCount; index++) { codeLengths[ORDER[index]] = readBits(3); }
    code = makeCode(codeLengths);
    while (lengths.length < symbolCount + distanceCount) {
      next = readSymbol(code);
      if (next < 16) { lengths.push(next); continue; }
      var value = next === 16 ? lengths[lengths.length - 1] : 0, times = next === 16 ? 3 + readBits(2) : next === 17 ? 3 + readBits(3) : 11 + readBits(7);
      while (times--) { lengths.push(value); }
    }
    return [makeCode(lengths.slice(0, symbolCount)), makeCode(lengths.slice(symbolCount))];
  }

  function unpackBlock(codes) {
    var next, length, distance, distanceSymbol;
    while ((next = readSymbol(codes[0])) !== 256) { // 256 ends the block; higher ones copy bytes from before.
      if (next < 256) { reserve(1); out[size++] = next; continue; }
      length = LENGTHS[next - 257] + readBits(EXTRA_BITS[next - 257]);
      distanceSymbol = readSymbol(codes[1]);
      distance = distanceSymbol < 4 ? distanceSymbol + 1 : (2 + (distanceSymbol & 1) << (distanceSymbol >> 1) - 1) + 1 + readBits((distanceSymbol >> 1) - 1);
      reserve(length);
      while (length--) { out[size] = out[size - distance]; size += 1; }
    }
  }

  do {
    last = readBits(1);
    kind = readBits(2);
    if (kind) { unpackBlock(kind === 1 ? fixedCodes() : readCodes()); continue; }
    // A block without compression begins at the next byte, with its length twice.
    buffer = bufferedBits = 0;
    var length = bytes[position] | bytes[position + 1] << 8;
    reserve(length);
    out.set(bytes.subarray(position + 4, position + 4 + length), size);
    size += length;
    position += 4 + length;
  } while (!last);
  return out.subarray(0, size);
};

// Returns the value of JSON in base64 of raw DEFLATE.
GS.unpacked = function (text) {
  var raw = atob(text), bytes = new Uint8Array(raw.length), index;
  for (index = 0; index < raw.length; index++) { bytes[index] = raw.charCodeAt(index); }
  return JSON.parse(new TextDecoder().decode(GS.inflate(bytes)));
};
